export{D as DisplaySurveyType,y as SurveyQuestionBranchingType,z as SurveyQuestionType,A as SurveyType,B as createClient,C as default,C as earshot,E as init,C as posthog}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
