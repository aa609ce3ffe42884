import type { Preset } from './presets.ts'

/** Regions of a public cloud by continent: each has servers that answer on port 443. */
const regions = {
  europe: {
    'eu-central-1': 'Frankfurt',
    'eu-west-1': 'Dublin',
    'eu-west-2': 'London',
    'eu-west-3': 'Paris',
    'eu-south-1': 'Milan',
    'eu-north-1': 'Stockholm',
  },
  'north-america': {
    'us-east-1': 'Virginia',
    'us-east-2': 'Ohio',
    'us-west-1': 'California',
    'us-west-2': 'Oregon',
    'ca-central-1': 'Montreal',
  },
  'south-america': { 'sa-east-1': 'São Paulo' },
  asia: {
    'ap-northeast-1': 'Tokyo',
    'ap-northeast-2': 'Seoul',
    'ap-east-1': 'Hong Kong',
    'ap-southeast-1': 'Singapore',
    'ap-south-1': 'Mumbai',
    'me-south-1': 'Bahrain',
  },
  africa: { 'af-south-1': 'Cape Town' },
  oceania: { 'ap-southeast-2': 'Sydney' },
} as const

const names = {
  europe: 'Europe',
  'north-america': 'North America',
  'south-america': 'South America',
  asia: 'Asia',
  africa: 'Africa',
  oceania: 'Oceania',
} as const
type Continent = keyof typeof regions

/** A pack of targets for each continent, beside the presets of the specification. */
export const regionalPresets: readonly Preset[] = (Object.keys(regions) as Continent[]).flatMap((continent) =>
  Object.entries(regions[continent]).map(
    ([region, place]): Preset => ({
      id: `region-${region}`,
      name: `AWS ${place}`,
      provider: 'AWS',
      location: place,
      target: `ec2.${region}.amazonaws.com:443`,
      probe_type: 'tcp',
      source: `preset:${continent}`,
      source_name: names[continent],
      created_at: null,
      updated_at: null,
    }),
  ),
)
