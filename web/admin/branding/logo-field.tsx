import { useRef, useState } from 'preact/hooks';
import { Button } from '../../design/icon.tsx';
import { OrganizationName } from '../../design/organization-name.tsx';
import { useAction } from '../../design/use-action.ts';
import { adminBranding } from '../../text/admin-branding.ts';
import { useText } from '../../text/language.tsx';
import { useDesk } from '../desk.ts';
import { LogoError, type LogoFault, logoOf } from './logo.ts';

interface LogoFieldProps {
  logo: string | null;
  organizationName: string;
  choose(logo: string | null): void;
}

/** The logo, picked as a file. A file that the service would refuse is converted here. */
export function LogoField({ logo, organizationName, choose }: LogoFieldProps) {
  const { fail } = useDesk();
  const text = useText(adminBranding);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<LogoFault>();
  const { isBusy, run } = useAction((error) => {
    if (error instanceof LogoError) setFault(error.fault);
    else fail(error);
  });
  const pick = (picked: HTMLInputElement) =>
    run(async () => {
      const file = picked.files?.[0];
      // The same file can be picked again.
      picked.value = '';
      setFault(undefined);
      if (file) choose(await logoOf(file));
    });
  return (
    <div class="field">
      <span id="logo-label">{text.logo}</span>
      <div class="beside logo-choice">
        <p class="organization">
          <OrganizationName name={organizationName} logo={logo} />
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-labelledby="logo-label"
          onChange={({ currentTarget }) => void pick(currentTarget)}
        />
        <Button
          icon="upload"
          label={logo === null ? text.chooseLogo : text.otherLogo}
          disabled={isBusy}
          onClick={() => input.current?.click()}
        />
        {logo !== null && <Button class="link" label={text.removeLogo} onClick={() => choose(null)} />}
      </div>
      <small>{text.logoHint}</small>
      <div role="alert">{fault !== undefined && <p class="alert">{text.logoFaults[fault]}</p>}</div>
    </div>
  );
}
