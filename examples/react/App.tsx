/** @jsxImportSource react */
import { FeatureFlag, SurveyInline, useEarshot, useFeatureFlagPayload } from 'earshot/react'
import basket from '../surveys/basket.json'
import { Wish } from './Wish'

/** The page of an orchard. It renders on the server and in the browser. */
export function App() {
  const earshot = useEarshot()
  const price = useFeatureFlagPayload('box-price') as { euros: number } | undefined
  return (
    <>
      <header>
        <h1>Old Tree Orchard</h1>
        <FeatureFlag flag="harvest" fallback={<p>We open again in August.</p>}>
          <p>The first apples are in.</p>
        </FeatureFlag>
      </header>
      <main>
        <section>
          <h2>A box of apples</h2>
          <p>Ten kilos, picked this week.</p>
          <button type="button" onClick={() => earshot.capture('box ordered', price)}>
            Order for €{price?.euros ?? 24}
          </button>
        </section>
        <SurveyInline surveyId={basket.id} />
        <Wish />
      </main>
    </>
  )
}
