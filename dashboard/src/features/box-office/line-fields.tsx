import { NumberInput } from '@mantine/core';
import { typedNumber } from '../../form/typed-number.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { QuantityInput } from './quantity-input.tsx';
import type { SaleLine } from './sale-lines.ts';
import { texts } from './texts.ts';

interface LineFieldsProps {
  line: SaleLine;
  /** As it is typed. */
  quantity: number | string;
  /** Price of one ticket, as it is typed. */
  price: number | string;
  onQuantity: (quantity: number | string) => void;
  onPrice: (price: number | string) => void;
}

/** How many; and the price of one, where the buyer sets it. */
export function LineFields({ line: { name, price: usual, minimum, left }, ...line }: LineFieldsProps) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  return (
    <>
      <QuantityInput
        label={t.line(name, pesos(usual), left)}
        name={name}
        max={left}
        value={line.quantity}
        onChange={line.onQuantity}
      />
      {minimum !== null && typedNumber(line.quantity) > 0 ? (
        <NumberInput
          label={t.priceOfOne(name, pesos(minimum))}
          min={minimum}
          allowNegative={false}
          decimalScale={2}
          thousandSeparator=","
          value={line.price}
          onChange={line.onPrice}
        />
      ) : null}
    </>
  );
}
