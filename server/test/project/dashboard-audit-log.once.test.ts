import { expect, test } from 'vitest';
import { actionTexts } from '../../../dashboard/src/features/audit-log/action-texts.ts';
import { ACTIONS } from '../../src/audit-log/change.ts';

test.each(['en', 'fil'] as const)('the dashboard has a text for every action of the audit log: %s', (language) => {
  expect(Object.keys(actionTexts[language]).toSorted()).toEqual([...ACTIONS].toSorted());
});
