import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../language/language.tsx';
import { returnsFocus } from './return-focus.ts';
import { texts } from './texts.ts';

/** Every dialog of the dashboard. It is mounted when it opens, and the focus goes back when it closes. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'ref' | 'returnFocus' | 'closeButtonProps'>) {
  const { close } = useTexts(texts);
  const [ref] = useState(returnsFocus);
  return <Modal opened ref={ref} returnFocus={false} closeButtonProps={{ 'aria-label': close }} {...props} />;
}
