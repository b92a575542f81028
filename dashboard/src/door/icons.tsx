import type { ReactNode } from 'react';

/** Shapes are told apart before colours are: a circle is yes, a triangle is used, an octagon is no. */
const Sign = ({ children }: { children: ReactNode }) => (
  <svg className="sign" viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="4.5">
    {children}
  </svg>
);

export const YesSign = () => (
  <Sign>
    <circle cx="24" cy="24" r="21" />
    <path d="m14 25 7 7 13-15" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" />
  </Sign>
);

export const UsedSign = () => (
  <Sign>
    <path d="M24 4 46 43H2Z" strokeLinejoin="round" />
    <path d="M24 17v12m0 6v1" strokeWidth="6" strokeLinecap="round" />
  </Sign>
);

export const NoSign = () => (
  <Sign>
    <path d="M15 3h18l12 12v18L33 45H15L3 33V15Z" strokeLinejoin="round" />
    <path d="m16 16 16 16m0-16L16 32" strokeWidth="6" strokeLinecap="round" />
  </Sign>
);

const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

export const CameraIcon = () => (
  <Icon>
    <path d="M3 8V5a2 2 0 0 1 2-2h3m8 0h3a2 2 0 0 1 2 2v3m0 8v3a2 2 0 0 1-2 2h-3m-8 0H5a2 2 0 0 1-2-2v-3" />
    <path d="M8 8h3v3H8zm5 0h3v3h-3zm-5 5h3v3H8zm5 0h.01m2.99 0v3h-3" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="7" />
    <path d="m16.5 16.5 4.5 4.5" />
  </Icon>
);
export const CountIcon = () => (
  <Icon>
    <path d="M4 20V11m6 9V4m6 16v-7m4 7H2" />
  </Icon>
);
export const TorchIcon = () => (
  <Icon>
    <path d="M13 2 5 14h6l-1 8 8-12h-6Z" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
