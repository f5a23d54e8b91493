// Dates and times in the visitor's regional format, if that region speaks the chosen language.
import {language} from '../../i18n';

const region = () => navigator.languages.find(tag => tag.toLowerCase().startsWith(language.value)) ?? language.value;

// Formats invalid dates, which a file may contain, as ''.
export function dateFormat(options: Intl.DateTimeFormatOptions): {format: (at: number) => string} {
  const format = new Intl.DateTimeFormat(region(), options);
  return {format: at => (Number.isNaN(new Date(at).getTime()) ? '' : format.format(at))};
}
