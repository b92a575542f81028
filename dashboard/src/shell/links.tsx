import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';

export type LinkElement<Props> = Props & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props>;

/** The router's typed links in Mantine's style. An address without a route is a type error. */
export const TextLink = createLink((props: LinkElement<AnchorProps>) => (
  <Anchor inherit={props.size === undefined} {...props} />
));
export const ButtonLink = createLink((props: LinkElement<ButtonProps>) => <Button component="a" {...props} />);
