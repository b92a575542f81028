import { isRefused } from '../../api/problem.ts';

/** The password was right, and the account asks for more. */
export const wantsCode = (error: Error | null) => isRefused(error, 'code_needed', 'wrong_code');
