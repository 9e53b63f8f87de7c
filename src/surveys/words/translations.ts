import { ar } from './ar'
import { bg } from './bg'
import { cs } from './cs'
import { da } from './da'
import { de } from './de'
import { el } from './el'
import { es } from './es'
import { fa } from './fa'
import { fi } from './fi'
import { fr } from './fr'
import { he } from './he'
import { hi } from './hi'
import { hu } from './hu'
import { id } from './id'
import { it } from './it'
import { ja } from './ja'
import { ko } from './ko'
import { nb } from './nb'
import { nl } from './nl'
import { pl } from './pl'
import { pt } from './pt'
import { ptPT } from './pt-PT'
import { ro } from './ro'
import { ru } from './ru'
import { sk } from './sk'
import { sv } from './sv'
import { th } from './th'
import { tr } from './tr'
import { uk } from './uk'
import { vi } from './vi'
import type { Words } from './words'
import { zh } from './zh'
import { zhHant } from './zh-Hant'

/**
 * The built-in texts in every language but English, with the former and regional tags that stand for one of them. One file has
 * them all, because the client checks the hash of each file that it fetches. See D-560.
 */
export const TRANSLATIONS: Record<string, Words> = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  fa,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  'pt-PT': ptPT,
  ro,
  ru,
  sk,
  sv,
  th,
  tr,
  uk,
  vi,
  zh,
  'zh-Hant': zhHant,
  in: id,
  iw: he,
  nn: nb,
  no: nb,
  'zh-HK': zhHant,
  'zh-MO': zhHant,
  'zh-TW': zhHant,
}
