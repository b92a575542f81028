import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { OnlyHere } from '../../form/only-here.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { TextLink } from '../../shell/links.tsx';
import { QrCode } from '../../shell/qr-code.tsx';
import type { Order } from '../orders/order-queries.ts';
import { placeWords } from '../orders/seat-of.ts';
import { beginHere } from './begin-here.ts';
import { Change } from './change.tsx';
import { texts } from './texts.ts';

export interface Sale {
  order: Order;
  /** What the buyer gets back of the cash that was entered, in pesos; below 0 is what was missing. */
  change: number;
}

interface SoldProps extends Sale {
  onNext: () => void;
}

/** What was sold: the change and the seats to tell the buyer, and the tickets, for a phone or to print. */
export function Sold({ order, change, onNext }: SoldProps) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  const seated = order.tickets.filter(({ seat }) => seat !== null);
  return (
    <Stack align="flex-start">
      <Alert
        ref={beginHere}
        color="green"
        role="status"
        w="100%"
        title={t.sold(order.quantity, pesos(order.total_amount))}
      >
        {change !== 0 ? <Change amount={change} size="lg" /> : null}
        {seated.length > 0 ? (
          <List>
            {seated.map((ticket) => (
              <List.Item key={ticket.id}>{placeWords({ ...ticket, tier_name: ticket.tier.name })}</List.Item>
            ))}
          </List>
        ) : null}
      </Alert>
      <Group>
        <Button onClick={onNext}>{t.next}</Button>
        {order.tickets_url ? (
          <Button component="a" variant="default" href={order.tickets_url} target="_blank" rel="noreferrer">
            {t.print}
          </Button>
        ) : null}
      </Group>
      {order.tickets_url ? (
        <>
          <Text>{t.scan}</Text>
          <QrCode content={order.tickets_url} label={t.qr} />
          <OnlyHere url={order.tickets_url} />
        </>
      ) : null}
      <TextLink to="/orders/$orderId" params={{ orderId: order.id }}>
        {t.order(order.order_number)}
      </TextLink>
    </Stack>
  );
}
