import { NumberInput } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { SaleLine } from './sale-lines.ts';
import { texts } from './texts.ts';

interface LineFieldsProps {
  line: SaleLine;
  quantity: number;
  /** Of one ticket. */
  price: number;
  onQuantity: (quantity: number) => void;
  onPrice: (price: number) => void;
}

/** How many; and the price of one, where the buyer sets it. */
export function LineFields({ line: { name, price: usual, minimum, left }, ...line }: LineFieldsProps) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  return (
    <>
      <NumberInput
        label={t.line(name, pesos(usual), left)}
        min={0}
        max={left}
        allowDecimal={false}
        value={line.quantity}
        onChange={(quantity) => line.onQuantity(Number(quantity))}
      />
      {minimum !== null && line.quantity > 0 ? (
        <NumberInput
          label={t.priceOfOne(name, pesos(minimum))}
          min={minimum}
          decimalScale={2}
          thousandSeparator=","
          value={line.price}
          onChange={(price) => line.onPrice(Number(price))}
        />
      ) : null}
    </>
  );
}
