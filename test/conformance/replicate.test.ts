import { conformance } from '../support/providers/conformance.ts';
import { replicate } from '../support/providers/replicate.ts';

conformance(replicate);
