import { Button, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../api/client.ts';
import { useLeaveFirst } from '../form/leave-first.ts';
import { useTexts } from '../language/language.tsx';
import { useMay, useMe } from '../session/me.ts';
import { isToldByPayments, paymentsQuery } from '../session/payments-query.ts';
import { useChangeOrganization } from '../session/use-change-organization.ts';
import { texts } from './texts.ts';

/** Switches between the live organization and its test organization, which the first switch makes. */
function useModeSwitch() {
  const leaveFirst = useLeaveFirst();
  const { organization, organizations } = useMe();
  const mayOpen = useMay('own');
  const other = organization.test_of ?? organizations.find(({ test_of }) => test_of === organization.id)?.id;
  const change = useChangeOrganization(async () => other ?? (await dataOf(api.POST('/organization/test'))).id);
  /** The page may show something that only the organization until now has. */
  const leavePageAndChange = (onChanged?: () => void) =>
    leaveFirst({ to: '/' }, () => change.mutate(undefined, { onSuccess: onChanged }));
  return {
    isTest: organization.mode === 'test',
    isPossible: other !== undefined || mayOpen,
    isPending: change.isPending,
    leavePageAndChange,
  };
}

export function TestModeSwitch({ onChosen }: { onChosen: () => void }) {
  const t = useTexts(texts);
  const { isTest, isPossible, isPending, leavePageAndChange } = useModeSwitch();
  return (
    <Switch
      label={t.testMode}
      description={isPossible ? t.testModeAbout : t.needs.own}
      checked={isTest}
      disabled={!isPossible || isPending}
      onChange={() => void leavePageAndChange(onChosen)}
      p="xs"
    />
  );
}

/** On every page: an organizer must see whether sales are real. */
export function ModeBanner() {
  const t = useTexts(texts);
  const me = useMe();
  const { isTest, isPending, leavePageAndChange } = useModeSwitch();
  const { data } = useQuery({ ...paymentsQuery, enabled: isToldByPayments(me) });
  if (isTest)
    return (
      <Banner text={t.test}>
        <Button
          size="compact-sm"
          variant="white"
          color="dark"
          loading={isPending}
          onClick={() => void leavePageAndChange()}
        >
          {t.leaveTestMode}
        </Button>
      </Banner>
    );
  return data?.sandbox ? <Banner text={t.sandbox} /> : null;
}

const Banner = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Group
    role="note"
    c="white"
    bg="#5b2a86"
    p="xs"
    mb="md"
    gap="xs"
    justify="space-between"
    style={{ borderRadius: 'var(--mantine-radius-sm)' }}
  >
    <Text size="sm" flex="1 1 240px">
      {text}
    </Text>
    {children}
  </Group>
);
