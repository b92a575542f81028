import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { useAskBeforeLeaving } from '../../form/ask-before-leaving.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { PublicLink } from '../../form/public-link.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { organizationQuery } from './organization-query.ts';
import { PaymentMethodOrder } from './payment-method-order.tsx';
import { texts } from './texts.ts';

/** One on each line. A copied address often ends with a slash. */
const sitesFrom = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((site) => site.replace(/\/$/, ''));

export function OrganizationForm() {
  const t = useTexts(texts);
  const { save: submit, leave } = useTexts(formTexts);
  const { data } = useSuspenseQuery(organizationQuery);
  const form = useForm({
    initialValues: {
      name: data.name,
      time_zone: data.time_zone,
      slug: data.slug,
      contact_email: data.contact_email ?? '',
      contact_phone: data.contact_phone ?? '',
      refund_policy: data.refund_policy ?? '',
      terms_url: data.terms_url ?? '',
      embed_sites: data.embed_sites.join('\n'),
      payment_method_order: data.payment_method_order,
    },
  });
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = {
        ...values,
        contact_email: values.contact_email || null,
        contact_phone: values.contact_phone || null,
        refund_policy: values.refund_policy || null,
        terms_url: values.terms_url || null,
        embed_sites: sitesFrom(values.embed_sites),
      };
      return dataOf(api.PUT('/organization', { body: onlyChanged(body, form) }));
    },
    successMessage: t.saved,
  });
  useAskBeforeLeaving(form.isDirty, leave);
  const labels = {
    name: t.name,
    time_zone: t.zone,
    slug: t.slug,
    contact_email: t.contactEmail,
    contact_phone: t.contactPhone,
    refund_policy: t.refundPolicy,
    terms_url: t.terms,
    embed_sites: t.embedSites,
    payment_method_order: t.paymentMethods,
  };
  const readOnly = !useMay('own');
  const field = (name: keyof typeof form.values) => ({ label: labels[name], ...form.getInputProps(name), readOnly });
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        // Input of this moment is not saved yet.
        save.mutate(values, { onSuccess: () => form.resetDirty(values) }),
      )}
    >
      <Stack>
        <Text>{t.shop}</Text>
        <PublicLink url={data.public_url} />
        <TextInput description={t.nameHint} required maxLength={200} {...field('name')} />
        <TextInput description={t.zoneHint} required {...field('time_zone')} />
        <TextInput description={t.slugHint} required minLength={3} maxLength={80} {...field('slug')} />
        <TextInput type="email" description={t.contactEmailHint} maxLength={254} {...field('contact_email')} />
        <TextInput type="tel" maxLength={32} {...field('contact_phone')} />
        <Textarea description={t.refundPolicyHint} maxLength={2_000} autosize minRows={2} {...field('refund_policy')} />
        <TextInput type="url" description={t.termsHint} maxLength={2048} {...field('terms_url')} />
        <Textarea description={t.embedSitesHint} autosize minRows={2} {...field('embed_sites')} />
        <PaymentMethodOrder
          methods={form.values.payment_method_order}
          readOnly={readOnly}
          onChange={(methods) => form.setFieldValue('payment_method_order', methods)}
        />
        <ProblemAlert error={save.error} labels={labels} />
        <Group>
          <SubmitButton needs="own" loading={save.isPending}>
            {submit}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
