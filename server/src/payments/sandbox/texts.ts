import type { Language } from '../../values/language.ts';
import type { Outcome } from './apply-outcome.ts';

const english = {
  title: (method: string) => `Sandbox: ${method}`,
  noMoney: 'This is a sandbox: no money moves.',
  choose: 'Choose the result of this payment.',
  payment: 'Your payment',
  /** Labels of the buttons. */
  outcomes: {
    authorize: 'Authorize the payment',
    pending: 'Pay later, by bank transfer',
    settle: 'The transfer arrived',
    fail: 'Let the payment fail',
  } satisfies Record<Outcome, string>,
  goBack: 'Go back without choosing',
  ended: 'This payment has ended.',
  back: 'Go back',
};

type SandboxTexts = typeof english;

const filipino: SandboxTexts = {
  title: (method) => `Sandbox: ${method}`,
  noMoney: 'Sandbox ito: walang totoong perang gagalaw.',
  choose: 'Piliin ang magiging resulta ng bayad na ito.',
  payment: 'Ang bayad mo',
  outcomes: {
    authorize: 'Ituloy ang bayad',
    pending: 'Magbayad mamaya sa bank transfer',
    settle: 'Pumasok na ang transfer',
    fail: 'Huwag tanggapin ang bayad',
  },
  goBack: 'Bumalik nang hindi pumipili',
  ended: 'Tapos na ang bayad na ito.',
  back: 'Bumalik',
};

export const sandboxTexts: Record<Language, SandboxTexts> = { en: english, fil: filipino };
