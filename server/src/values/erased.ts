/** What stands in place of a person's name and address after their personal data was erased. */
export const ERASED_NAME = 'Erased';
/** RFC 2606 reserves `.invalid`: no mail can reach this address. */
export const ERASED_EMAIL = 'erased@erased.invalid';
