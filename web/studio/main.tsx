import { render } from 'preact';
import { LanguageProvider } from '../text/language.tsx';
import { App } from './app.tsx';
import { isPreview, Preview } from './preview.tsx';

render(<LanguageProvider>{isPreview ? <Preview /> : <App />}</LanguageProvider>, document.body);
