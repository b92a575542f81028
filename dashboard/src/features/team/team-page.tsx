import { Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { ChoiceMenu } from '../../form/choice-menu.tsx';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useIsTest, useMay, useMe } from '../../session/me.ts';
import { ROLES, type Role } from '../../session/me-query.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { teamQuery } from './team-query.ts';
import { texts } from './texts.ts';

type Team = Model<'Team'>;
type Member = Team['members'][number];
type Invitation = Team['invitations'][number];

function useMemberColumns(): Column<Member>[] {
  const t = useTexts(texts);
  const isTest = useIsTest();
  const { dateTime } = useFormats();
  return [
    {
      header: t.name,
      cell: ({ name, email }) => (
        <>
          {name}
          <Text size="sm" fw={400} c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    { header: t.role, cell: (member) => (isTest ? t.roles[member.role] : <RoleOf member={member} />) },
    { header: t.totp, cell: (member) => (member.two_factor_enabled ? t.on : t.off) },
    {
      header: t.seen,
      unbroken: true,
      cell: (member) => (member.last_seen_at ? dateTime(member.last_seen_at) : t.loggedOut),
    },
    ...(isTest ? [] : [{ header: '', cell: (member: Member) => <MemberButtons member={member} /> }]),
  ];
}

function MemberButtons({ member: { user_id, name } }: { member: Member }) {
  const t = useTexts(texts);
  const { user, organization } = useMe();
  const isOwn = user_id === user.id;
  const params = { path: { user_id } };
  return (
    <Group gap="xs">
      <ConfirmButton
        needs="own"
        size="compact-sm"
        label={t.logOut}
        title={t.logOutTitle}
        question={t.logOutQuestion(name)}
        act={() => done(api.DELETE('/team/{user_id}/sessions', { params }))}
        successMessage={t.memberLoggedOut}
      />
      <ConfirmButton
        needs="own"
        size="compact-sm"
        label={t.remove}
        title={isOwn ? t.leaveTitle : t.removeTitle}
        question={isOwn ? t.leaveQuestion(organization.name) : t.removeQuestion(name)}
        act={() => done(api.DELETE('/team/{user_id}', { params }))}
        successMessage={t.removed}
      />
    </Group>
  );
}

function useInvitationColumns(): Column<Invitation>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.email, cell: ({ email }) => email },
    { header: t.role, cell: ({ role }) => t.roles[role] },
    { header: t.expires, unbroken: true, cell: (invitation) => dateTime(invitation.expires_at) },
    {
      header: '',
      cell: ({ id, email }) => (
        <ConfirmButton
          needs="own"
          size="compact-sm"
          label={t.withdraw}
          title={t.withdrawTitle}
          question={t.withdrawQuestion(email)}
          act={() => done(api.DELETE('/team/invitations/{id}', { params: { path: { id } } }))}
        />
      ),
    },
  ];
}

export function TeamPage() {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(teamQuery);
  const isTest = useIsTest();
  const [inviting, { open, close }] = useDisclosure();
  const [members, invitations] = [useMemberColumns(), useInvitationColumns()];
  return (
    <Stack>
      <PageHeader title={t.title} about={isTest ? t.aboutTest : t.about}>
        {isTest ? null : (
          <GatedButton needs="own" onClick={open}>
            {t.invite}
          </GatedButton>
        )}
      </PageHeader>
      <DataTable label={t.title} columns={members} rows={data.members} keyOf={(member) => member.user_id} />
      {isTest ? null : (
        <>
          <Title order={2}>{t.invitations}</Title>
          <DataTable label={t.invitations} columns={invitations} rows={data.invitations} keyOf={({ id }) => id} />
        </>
      )}
      {inviting ? <InviteDialog onClose={close} /> : null}
    </Stack>
  );
}

/** Another person's role changes at once, and back. Owners ask themselves first: they cannot undo it. */
function RoleOf({ member }: { member: Member }) {
  const t = useTexts(texts);
  const isOwn = useMe().user.id === member.user_id;
  const [asked, setAsked] = useState<Role | null>(null);
  const act = (role: Role) =>
    dataOf(api.PUT('/team/{user_id}', { params: { path: { user_id: member.user_id } }, body: { role } }));
  const change = useAction({ act, successMessage: t.changed, notifyError: true });
  if (!useMay('own')) return t.roles[member.role];
  return (
    <>
      <ChoiceMenu
        label={t.roleOf(member.name)}
        value={member.role}
        choices={ROLES.map((value) => ({ value, label: t.roles[value] }))}
        onChoose={(role) => (isOwn && role !== member.role ? setAsked(role) : change.mutate(role))}
      />
      {asked ? (
        <ConfirmDialog
          title={t.ownRoleTitle}
          question={t.ownRoleQuestion(t.roles[asked])}
          act={() => act(asked)}
          successMessage={t.changed}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', role: 'viewer' as Role } });
  const invite = useAction({
    act: (body: typeof form.values) => dataOf(postOnce('/team/invitations', { body })),
    successMessage: t.invited,
    onDone: onClose,
  });
  const labels = { email: t.email, role: t.role };
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={t.invite}
      onClose={onClose}
      action={invite}
      labels={labels}
      submit={t.inviteSubmit}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      <TextInput type="email" required maxLength={254} {...field('email')} />
      <NativeSelect data={ROLES.map((value) => ({ value, label: t.roles[value] }))} {...field('role')} />
    </DialogForm>
  );
}
