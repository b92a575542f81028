import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dataOf, own } from '../../api/client.ts';
import type { OwnBody, OwnModel } from '../../api/models.ts';
import { CurrentPasswordInput } from '../../form/current-password-input.tsx';
import { NewPasswordInput } from '../../form/new-password-input.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { OutsideLayout } from '../../shell/outside-layout.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { texts as teamTexts } from '../team/texts.ts';
import { CodeField } from './code-field.tsx';
import { isComplete, linkToken } from './link-token.ts';
import { forgetCode, hasNoApp, isSaidByCodeField, needsCode } from './needs-code.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { texts } from './texts.ts';
import { useSessionStart } from './use-session-start.ts';

type Invitation = OwnModel<'OpenedInvitation'>;

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => dataOf(own.POST('/invitations/look', { body: { token } })),
  });

export function InvitationPage() {
  const t = useTexts(texts);
  const token = linkToken();
  const { data, error } = useQuery({ ...invitationQuery(token), enabled: isComplete(token) });
  if (!isComplete(token)) return <OutsideLayout title={t.invitationTitle}>{t.linkIncomplete}</OutsideLayout>;
  return (
    <OutsideLayout title={t.invitationTitle}>
      <ProblemAlert error={error} />
      {data ? <Accept invitation={data} /> : error ? null : <Waiting />}
      {data?.has_account ? <PasskeyLogIn send={acceptWithPasskey} /> : null}
    </OutsideLayout>
  );
}

const acceptWithPasskey = (passkey: OwnBody<'/invitations/accept'>['passkey']) =>
  dataOf(own.POST('/invitations/accept', { body: { token: linkToken(), passkey } }));

function Accept({ invitation }: { invitation: Invitation }) {
  const t = useTexts(texts);
  const { roles } = useTexts(teamTexts);
  const { language } = useLanguage();
  const { has_account: hasAccount } = invitation;
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '', code: '' } });
  const accept = useSessionStart((body: OwnBody<'/invitations/accept'>) =>
    dataOf(own.POST('/invitations/accept', { body })),
  );
  form.watch('password', () => hasAccount && forgetCode(form, accept));
  const field = (name: keyof typeof form.values) => form.getInputProps(name);
  const send = ({ name, password, code }: typeof form.values) =>
    accept.mutate({ token: linkToken(), password, language, ...(name ? { name } : {}), ...(code ? { code } : {}) });
  // While a code is checked, its field stays as it is.
  const codeNeeded = needsCode(accept.error) || form.getValues().code !== '';
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack>
        <Text>{t.invitationTo(invitation.organization_name, roles[invitation.role])}</Text>
        <TextInput label={t.email} value={invitation.email} readOnly autoComplete="username" />
        {hasAccount ? (
          <>
            <Text>{t.hasAccount}</Text>
            <CurrentPasswordInput label={t.password} {...field('password')} />
          </>
        ) : (
          <>
            <TextInput label={t.name} required maxLength={200} autoComplete="name" {...field('name')} />
            <NewPasswordInput label={t.password} {...field('password')} />
          </>
        )}
        {codeNeeded ? <CodeField hasNoApp={hasNoApp(accept.error)} {...field('code')} key={form.key('code')} /> : null}
        <ProblemAlert
          error={isSaidByCodeField(accept.error) ? null : accept.error}
          labels={{ name: t.name, password: t.password }}
        />
        <Button type="submit" loading={accept.isPending}>
          {t.accept}
        </Button>
      </Stack>
    </form>
  );
}
