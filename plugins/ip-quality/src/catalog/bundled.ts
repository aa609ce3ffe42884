import egress from './egress.json' with { type: 'json' }
import ipApi from './providers/ip-api.json' with { type: 'json' }
import ipapiIs from './providers/ipapi_is.json' with { type: 'json' }
import amazonPrime from './services/amazon_prime.json' with { type: 'json' }
import chatgpt from './services/chatgpt.json' with { type: 'json' }
import disneyPlus from './services/disney_plus.json' with { type: 'json' }
import gemini from './services/gemini.json' with { type: 'json' }
import hboMax from './services/hbo_max.json' with { type: 'json' }
import netflix from './services/netflix.json' with { type: 'json' }
import spotify from './services/spotify.json' with { type: 'json' }
import tiktok from './services/tiktok.json' with { type: 'json' }
import youtubePremium from './services/youtube_premium.json' with { type: 'json' }

/** The files that come with the program, unchecked. Files of the same name in the data directory replace them. */
export const bundledFiles: readonly (readonly [name: string, content: unknown])[] = [
  ['egress.json', egress],
  ['providers/ip-api.json', ipApi],
  ['providers/ipapi_is.json', ipapiIs],
  ['services/amazon_prime.json', amazonPrime],
  ['services/chatgpt.json', chatgpt],
  ['services/disney_plus.json', disneyPlus],
  ['services/gemini.json', gemini],
  ['services/hbo_max.json', hboMax],
  ['services/netflix.json', netflix],
  ['services/spotify.json', spotify],
  ['services/tiktok.json', tiktok],
  ['services/youtube_premium.json', youtubePremium],
]
