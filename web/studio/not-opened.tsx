import { Button } from '../design/icon.tsx';
import { Screen } from '../design/screen.tsx';
import { common } from '../text/common.ts';
import { useText } from '../text/language.tsx';
import { useSentences } from '../text/use-sentences.ts';

interface NotOpenedProps {
  title: string;
  error: unknown;
  retry(): Promise<void>;
}

/** The screen of a page whose data could not be read. */
export function NotOpened({ title, error, retry }: NotOpenedProps) {
  const { tryAgain } = useText(common);
  return (
    <Screen title={title} lead={useSentences()(error)} icon="cloud" isQuiet>
      <Button class="primary" label={tryAgain} onClick={() => void retry()} />
    </Screen>
  );
}
