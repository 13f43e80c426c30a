import type { ButtonHTMLAttributes } from 'preact';

/** The paths of icons of several pages. An icon of one section of the owner's desk is in sections.ts. */
export const ICON_PATHS = {
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.8 3.7-6 7.5-6s6.7 2.2 7.5 6',
  upload: 'M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M5 16v2.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V16',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  retry: 'M19 12a7 7 0 1 1-2.1-5M19 4v4h-4',
  like: 'M7 11v9H4.5v-9H7zm0 0l3.8-7c1.4 0 2.4 1 2.2 2.4L12.5 10h5.2a1.8 1.8 0 0 1 1.8 2.1l-1 6.2a2 2 0 0 1-2 1.7H7',
  love: 'M12 19.5S4.5 15.2 4.5 9.7A4 4 0 0 1 12 7.8a4 4 0 0 1 7.5 1.9c0 5.5-7.5 9.8-7.5 9.8z',
  star: 'M12 4l2.4 5 5.6.8-4 3.9.9 5.5L12 16.6l-4.9 2.6.9-5.5-4-3.9 5.6-.8z',
  bin: 'M5 7h14M10 7V4.5h4V7m-7.5 0l.8 12.5h9.4L17.5 7M10.2 10.5l.3 6m3.3-6l-.3 6',
  download: 'M12 5v11m0 0l-4.5-4.5M12 16l4.5-4.5M5 19.5h14',
  back: 'M14.5 6l-6 6 6 6',
  forward: 'M9.5 6l6 6-6 6',
  mail: 'M4 6.5h16v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4.5 7l7.5 6 7.5-6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2',
  compass: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM15 9l-1.7 4.3L9 15l1.7-4.3z',
  cloud: 'M7.5 18.5a4 4 0 0 1-.4-8A5.2 5.2 0 0 1 17 9.8a4.4 4.4 0 0 1-.6 8.7zM4.5 4.5l15 15',
  leave: 'M10 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H10M14 8l4 4-4 4m4-4H10',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.6-3.1 3-4.9 6-4.9s5.4 1.8 6 4.9m.5-13.6a3 3 0 0 1 0 5.8m2.3 3.4c1.8.7 2.9 2.2 3.2 4.4',
  key: 'M8 15.8a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm4-4h8.5m-2.6 0v3.4m-3.4-3.4v2.3',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  signOut: 'M14 7V4.5H5v15h9V17m-4-5h10m0 0l-3-3m3 3l-3 3',
  archive: 'M4 5h16v4H4zM5.5 9v9.5A1.5 1.5 0 0 0 7 20h10a1.5 1.5 0 0 0 1.5-1.5V9M10 12.5h4',
  restore: 'M4.5 12a7.5 7.5 0 1 0 2.6-5.7L4.5 8.5M4.5 4v4.5H9',
  compare:
    'M12 3.5v17M9.5 6H5.5A1.5 1.5 0 0 0 4 7.5v9A1.5 1.5 0 0 0 5.5 18h4M14.5 6h4A1.5 1.5 0 0 1 20 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-4',
  crop: 'M7 3v12.5A1.5 1.5 0 0 0 8.5 17H21M3 7h12.5A1.5 1.5 0 0 1 17 8.5V21',
  zoomIn: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M10.5 8v5M8 10.5h5',
  zoomOut: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20M8 10.5h5',
  camera: 'M4 8.5h3.2L8.6 6h6.8l1.4 2.5H20V18.5H4zM12 16.3a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z',
  link: 'M10.5 13.5a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1.2 1.2M13.5 10.5a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1.2-1.2',
  similar: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM16.5 13.5v6m-3-3h6',
  swap: 'M5 9h12m-3.5-3.5L17 9l-3.5 3.5M19 15.5H7m3.5-3.5L7 15.5l3.5 3.5',
} as const;
export type IconName = keyof typeof ICON_PATHS;

/** A decorative icon, hidden from assistive technology. The element around it needs a label. */
export function Icon({ name }: { name: IconName }) {
  return <PathIcon path={ICON_PATHS[name]} />;
}

export function PathIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface ButtonProps extends ButtonHTMLAttributes {
  label: string;
  icon?: IconName;
}

/** A button with a text, after an icon where it has one. It is a quiet one where no class says otherwise. */
export function Button({ label, icon, ...attributes }: ButtonProps) {
  return (
    <button type="button" class="quiet" {...attributes}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

interface IconButtonProps {
  name: IconName;
  label: string;
  onClick(event: MouseEvent): void;
  pressed?: boolean;
  disabled?: boolean;
}

/** A button that shows an icon only. `label` is its name, and its tooltip. */
export function IconButton({ name, label, onClick, pressed, disabled = false }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}
