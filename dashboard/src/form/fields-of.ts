import type { GetInputPropsOptions, GetInputPropsReturnType } from '@mantine/form';

/**
 * The props of a form's fields by their names. `labels` name the fields in errors of the server, too. `toggle` is for
 * switches and checkboxes.
 */
export const fieldsOf = <Name extends string>(
  form: { getInputProps(name: string, options?: GetInputPropsOptions): GetInputPropsReturnType },
  labels: Record<Name, string>,
) => ({
  field: (name: Name) => ({ label: labels[name], ...form.getInputProps(name) }),
  toggle: (name: Name) => ({ label: labels[name], ...form.getInputProps(name, { type: 'checkbox' }) }),
});
