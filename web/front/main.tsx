import { render } from 'preact';
import { LanguageProvider } from '../text/language.tsx';
import { FrontPage } from './front-page.tsx';

render(
  <LanguageProvider>
    <FrontPage />
  </LanguageProvider>,
  document.body,
);
