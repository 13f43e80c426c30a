import type { ComponentProps } from 'preact';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon.tsx';
import { useWayBack } from './way-back.ts';

/** A dialog that shows its label as a heading, with a button that closes. */
export function TitledDialog({ children, ...props }: ComponentProps<typeof Dialog>) {
  const { close } = useText(common);
  useWayBack(props.onClose);
  return (
    <Dialog {...props}>
      <div class="heading">
        <h2>{props.label}</h2>
        <IconButton name="close" label={close} onClick={props.onClose} />
      </div>
      {children}
    </Dialog>
  );
}
