/** The buyer, or the person on a waiting list: e-mails go to this address. */
export interface Customer {
  name: string;
  email: string;
  phone: string | null;
}

/** As tables have it. */
export interface CustomerColumns {
  customerName: string;
  customerEmail: string;
  customerPhone: string | null;
}

export const customerColumns = ({ name, email, phone }: Customer): CustomerColumns => ({
  customerName: name,
  customerEmail: email,
  customerPhone: phone,
});

/** The row with one `customer` instead of the columns. */
export const withCustomer = <Row extends CustomerColumns>({
  customerName: name,
  customerEmail: email,
  customerPhone: phone,
  ...row
}: Row): Omit<Row, keyof CustomerColumns> & { customer: Customer } => ({ ...row, customer: { name, email, phone } });
