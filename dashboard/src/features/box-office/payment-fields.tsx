import { NumberInput, Radio, Stack } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { Change } from './change.tsx';
import { type ManualMethod, METHODS } from './methods.ts';
import { texts } from './texts.ts';
import type { Payment } from './use-payment.ts';

/** How it is paid at the window; of cash what the buyer hands over, which shows the change. */
export function PaymentFields({ payment }: { payment: Payment }) {
  const t = useTexts(texts);
  const { method, total, takesCash, received } = payment;
  return (
    <>
      <Radio.Group label={t.payment} value={method} onChange={(chosen) => payment.onMethod(chosen as ManualMethod)}>
        <Stack gap="xs" mt="xs">
          {METHODS.map((one) => (
            <Radio key={one} value={one} label={t.methods[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {takesCash ? (
        <Stack gap={4}>
          <NumberInput
            label={t.received}
            description={t.receivedHint}
            allowNegative={false}
            decimalScale={2}
            thousandSeparator=","
            hideControls
            // The key that ends the number would sell.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            value={received}
            onChange={payment.onReceived}
          />
          <div role="status">{received === '' ? null : <Change amount={payment.changeOf(total)} />}</div>
        </Stack>
      ) : null}
    </>
  );
}
