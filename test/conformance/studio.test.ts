import { conformance } from '../support/providers/conformance.ts';
import { studio } from '../support/providers/studio.ts';

conformance(studio);
