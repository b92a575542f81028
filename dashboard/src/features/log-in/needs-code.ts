import { isRefused } from '../../api/problem.ts';

/** The password was right, and the account needs a code too. */
export const needsCode = (error: Error | null) => isRefused(error, 'code_needed', 'wrong_code');
