// What each language has to say, and English says first; where words depend on values, by a function.
import type {english} from './en';

export type Words = typeof english;
