import { isRefused } from '../../api/problem.ts';

/** The password was right, and the account needs a code too. */
export const needsCode = (error: Error | null) => isRefused(error, 'code_needed', 'passkey_needed', 'wrong_code');

/** The field for the code says what this error would say. */
export const isSaidByCodeField = (error: Error | null) => isRefused(error, 'code_needed');

/** There is a passkey and no authenticator app: the only codes are recovery codes. */
export const hasNoApp = (error: Error | null) => isRefused(error, 'passkey_needed');

interface CodeForm {
  setFieldValue: (field: 'code', value: string) => void;
}

/** Whether a code is needed was said of another person or password. */
export function forgetCode(form: CodeForm, attempt: { reset: () => void }) {
  attempt.reset();
  form.setFieldValue('code', '');
}
