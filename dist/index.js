export{D as DisplaySurveyType,x as SurveyQuestionBranchingType,y as SurveyQuestionType,z as SurveyType,A as createClient,B as default,B as earshot,C as init,B as posthog}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
