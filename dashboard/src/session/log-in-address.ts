/** The page to log in, which is another document, and leads back here. */
export const logInAddress = ({ pathname, href }: { pathname: string; href: string }): string =>
  pathname === '/' ? '/dashboard/log-in' : `/dashboard/log-in?${new URLSearchParams({ next: href })}`;
