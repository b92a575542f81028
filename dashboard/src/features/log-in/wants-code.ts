import { Problem } from '../../api/problem.ts';

/** The password was right, and the account asks for more. */
export const wantsCode = (error: Error | null) => error instanceof Problem && error.reason === 'code_needed';
