import { render } from 'preact';
import { LanguageProvider } from '../text/language.tsx';
import { MissingPage } from './missing-page.tsx';

render(
  <LanguageProvider>
    <MissingPage />
  </LanguageProvider>,
  document.body,
);
