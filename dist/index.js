export{D as DisplaySurveyType,v as SurveyQuestionBranchingType,x as SurveyQuestionType,y as SurveyType,z as createClient,A as default,A as earshot,B as init,A as posthog}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
