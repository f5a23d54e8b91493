// Whether the rules in four pictures are offered: until a match has ended in this browser, or they were put away.
import {computed} from '@preact/signals';
import {pastMatches} from './match_history';
import {settings} from './settings';

export const isNewcomer = computed(() => settings.rulesSeen.value === 'no' && pastMatches.value.length === 0);
