import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import type { Order } from '../orders/order-queries.ts';
import { SaleForm } from './sale-form.tsx';
import { texts } from './texts.ts';

/** One buyer after the other: the form, then what was sold. */
export function Sale({ eventId }: { eventId: string }) {
  const [order, setOrder] = useState<Order>();
  return order ? (
    <Sold order={order} onNext={() => setOrder(undefined)} />
  ) : (
    <SaleForm eventId={eventId} onSold={setOrder} />
  );
}

function Sold({ order, onNext }: { order: Order; onNext: () => void }) {
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
