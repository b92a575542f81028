import { Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { type Mail, mailsQuery } from './order-queries.ts';
import { texts } from './texts.ts';

function useColumns(): Column<Mail>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.at, unbroken: true, cell: (mail) => dateTime(mail.created_at) },
    { header: t.mailKind, cell: ({ kind }) => t.mailKinds[kind] },
    { header: t.to, cell: ({ recipient }) => recipient },
    { header: t.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { header: t.problem, cell: (mail) => mail.failure_reason ?? '' },
  ];
}

export function OrderMails({ orderId }: { orderId: string }) {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(mailsQuery(orderId));
  return (
    <>
      <Title order={2}>{t.mails}</Title>
      <DataTable label={t.mails} columns={useColumns()} rows={data.mails} keyOf={({ id }) => id} />
    </>
  );
}
