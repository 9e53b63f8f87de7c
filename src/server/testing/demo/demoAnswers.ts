import type { Answer } from '../../../wire/survey'
import type { DemoPerson } from './demoPeople'
import { DEMO_TEXTS, type TextTopic } from './demoTexts'
import type { Random } from './random'

/** One person's way through a survey. */
export interface Outcome {
  /** In the order in which the questions were answered. */
  answers: [questionId: string, answer: Answer][]
  end: 'sent' | 'dismissed' | 'left'
}

/** Returns a text that nobody has written yet, or undefined when all are used. */
export type NextText = (topic: TextTopic, language: 'en' | 'de') => string | undefined

/** Creates the source of texts, each of which one person writes. */
export function createTexts(random: Random): NextText {
  const left = structuredClone(DEMO_TEXTS) as Record<TextTopic, { en: string[]; de?: string[] }>
  return (topic, language) => {
    const texts = left[topic][language] ?? []
    return texts.splice(random.between(0, texts.length - 1), 1)[0]
  }
}

/** The person, the time in days before now, and the source of chance and texts. */
export interface Situation {
  random: Random
  person: DemoPerson
  daysAgo: number
  nextText: NextText
}

/** Returns the answers to "Would you recommend us?". They improve after the release of twelve days ago. */
export function npsOutcome({ random, person, daysAgo, nextText }: Situation): Outcome {
  if (random.chance(0.3)) return { answers: [], end: random.chance(0.7) ? 'dismissed' : 'left' }
  const gain = (person.plan === 'free' ? 0 : 1) + (daysAgo < 12 ? 1 : 0)
  const base = random.weighted([
    [random.between(0, 4), 2],
    [random.between(5, 6), 3],
    [random.between(7, 8), 5],
    [random.between(9, 10), 5],
  ])
  const score = Math.min(10, base + gain)
  const topic = score <= 6 ? 'disappointed' : score <= 8 ? 'missing' : 'like'
  const text = random.chance(0.72) ? nextText(topic, person.language) : undefined
  const rating: Outcome['answers'] = [['recommend', score]]
  if (text === undefined) return { answers: rating, end: random.chance(0.5) ? 'dismissed' : 'left' }
  return { answers: [...rating, [topic, text]], end: 'sent' }
}

/** Returns the answers after a chat with support. */
export function supportOutcome({ random, nextText }: Situation): Outcome {
  if (random.chance(0.25)) return { answers: [], end: random.chance(0.6) ? 'dismissed' : 'left' }
  const score = random.weighted([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 8],
    [5, 9],
  ])
  const rating: Outcome['answers'] = [['satisfied', score]]
  if (random.chance(0.15)) return { answers: rating, end: 'left' }
  if (score > 3) {
    const text = random.chance(0.5) ? nextText('right', 'en') : undefined
    return { answers: [...rating, ['right', text ?? null]], end: 'sent' }
  }
  const open = random.chance(0.3) ? nextText('wrong', 'en') : undefined
  const choices = ['It took too long', 'My question was not answered', 'I had to repeat myself']
  const chosen = choices.filter(() => random.chance(0.45))
  const answer = [...chosen, ...(open ? [open] : [])]
  return { answers: [...rating, ['wrong', answer.length > 0 ? answer : ['It took too long']]], end: 'sent' }
}

/** Returns the answers about offline maps. */
export function offlineOutcome({ random, nextText }: Situation): Outcome {
  if (random.chance(0.35)) return { answers: [], end: random.chance(0.75) ? 'dismissed' : 'left' }
  const interest = random.weighted([
    ['Yes, every week', 5],
    ['Now and then', 4],
    ['Probably not', 3],
  ])
  const first: Outcome['answers'] = [['interest', interest]]
  if (interest === 'Probably not') {
    const text = random.chance(0.6) ? nextText('instead', 'en') : undefined
    return { answers: [...first, ['instead', text ?? null]], end: 'sent' }
  }
  const open = random.chance(0.15) ? nextText('use', 'en') : undefined
  const chosen = ['In the mountains', 'On the train', 'Abroad'].filter(() => random.chance(0.55))
  const use = [...(chosen.length > 0 ? chosen : ['In the mountains']), ...(open ? [open] : [])]
  if (random.chance(0.12)) return { answers: [...first, ['use', use]], end: 'dismissed' }
  // A link reports that it was clicked.
  const early = random.chance(0.4) ? 'link clicked' : null
  return { answers: [...first, ['use', use], ['early', early]], end: 'sent' }
}

/** Returns the text of a person who opened the feedback tab, or that the person closed it. */
export function feedbackOutcome({ random, person, nextText }: Situation): Outcome {
  const text = random.chance(0.7) ? nextText('feedback', person.language) : undefined
  return text === undefined
    ? { answers: [], end: 'dismissed' }
    : { answers: [['feedback', text]], end: 'sent' }
}
