import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import type { Order } from '../orders/order-queries.ts';
import { texts } from './texts.ts';

/** What was sold, with its tickets to print. */
export function Sold({ order, onNext }: { order: Order; onNext: () => void }) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  return (
    <Stack align="flex-start">
      <Alert color="green" role="status" w="100%" title={t.sold(order.quantity, pesos(order.total_amount))} />
      {order.tickets_url ? (
        <Anchor inherit href={order.tickets_url} target="_blank" rel="noreferrer">
          {t.print}
        </Anchor>
      ) : null}
      <TextLink to="/orders/$orderId" params={{ orderId: order.id }}>
        {t.order(order.order_number)}
      </TextLink>
      <Button autoFocus onClick={onNext}>
        {t.next}
      </Button>
    </Stack>
  );
}
