/** Groups of presets by the first part of a time zone, nearest first. */
const byArea: Readonly<Record<string, readonly string[]>> = {
  Europe: ['europe'],
  Africa: ['africa', 'europe'],
  America: ['north-america', 'south-america'],
  Asia: ['asia'],
  Australia: ['oceania', 'asia'],
  Pacific: ['oceania', 'asia'],
}
const chinese = ['china-telecom', 'china-unicom', 'china-mobile', 'asia']
const inChina = new Set(['Asia/Shanghai', 'Asia/Chongqing', 'Asia/Harbin', 'Asia/Urumqi'])
const inSouthAmerica =
  /^America\/(?:Argentina|Sao_Paulo|Santiago|Bogota|Lima|Caracas|La_Paz|Montevideo|Asuncion|Guayaquil|Buenos_Aires|Bahia|Fortaleza|Recife|Manaus)/

/** The groups of presets near a time zone, nearest first. */
export function nearGroups(timeZone: string): readonly string[] {
  if (inChina.has(timeZone)) return chinese
  if (inSouthAmerica.test(timeZone)) return ['south-america', 'north-america']
  return byArea[timeZone.split('/')[0] ?? ''] ?? []
}
