import type { ComponentChildren } from 'preact';

/** The mark of the service: a portrait in its frame. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="mark-frame" width="32" height="32" rx="9" />
      <circle cx="16" cy="12.5" r="5" />
      <path d="M6.5 27c1-6 5-8.5 9.5-8.5s8.5 2.5 9.5 8.5z" />
    </svg>
  );
}

/** The name of the service with its mark. Leads home. */
export function Brand() {
  return (
    <a class="site-brand" href="/">
      <Mark />
      Headshots
    </a>
  );
}

/** The head of a page of the service itself. */
export function SiteHeader({ children }: { children: ComponentChildren }) {
  return (
    <header class="beside site-header">
      <Brand />
      <div class="beside site-links">{children}</div>
    </header>
  );
}

/** The foot of a page of the service itself. */
export function SiteFooter({ children }: { children: ComponentChildren }) {
  return (
    <footer class="beside site-footer">
      <Brand />
      <div class="beside site-links">{children}</div>
    </footer>
  );
}
