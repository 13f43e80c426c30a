import { useEffect } from 'preact/hooks';
import { LanguageChoice } from '../design/language-choice.tsx';
import { Portrait } from '../design/portrait.tsx';
import { SiteHeader } from '../design/site.tsx';
import { useText } from '../text/language.tsx';
import { missing } from '../text/missing.ts';

/** The page at an address that has none. */
export function MissingPage() {
  const text = useText(missing);
  useEffect(() => {
    document.title = text.title;
  }, [text]);
  return (
    <div class="missing">
      <SiteHeader>
        <LanguageChoice />
      </SiteHeader>
      <main>
        <div class="empty-frames" aria-hidden="true">
          <Portrait person="anna" />
          <svg viewBox="0 0 120 150" aria-hidden="true">
            <path d="M12 150c2-32 22-44 48-44s46 12 48 44M60 90c14 0 23-13 23-30S75 32 60 32 37 43 37 60s9 30 23 30z" />
          </svg>
          <Portrait person="karim" />
        </div>
        <h1>{text.title}</h1>
        <p class="lead">{text.lead}</p>
        <p class="missing-links">
          <a class="primary" href="/">
            {text.home}
          </a>
        </p>
        <p class="hint">{text.invited}</p>
      </main>
    </div>
  );
}
