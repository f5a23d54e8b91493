// The texts that each language has; English defines them. Texts that depend on values are functions.
import type {english} from './en';

export type Words = typeof english;
