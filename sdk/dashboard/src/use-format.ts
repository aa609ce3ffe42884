import type { Format } from '@svc/protocol/text'
import { formatOf } from './coded-text.ts'
import { useLanguage } from './i18n.ts'

/** The formats of the chosen language, in the browser's regional variant of it when there is one. */
export const useFormat = (): Format => formatOf(useLanguage())
