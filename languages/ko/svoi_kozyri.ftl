# The short title of each clause of Svoi Kozyri.

clause-S1 = 자리와 카드 한 벌
clause-S2 = 으뜸패 고르기
clause-S3 = 카드 나누기
clause-S4 = 딜러와 선
clause-S5 = 이기거나 가져가기
clause-S6 = 무엇이 무엇을 이기는가
clause-S7 = 이기고 내기
clause-S8 = 가져가는 장수
clause-S9 = 차례 넘기기
clause-S10 = 딜에서 이기는 것
clause-S11 = 마지막 카드로 비기기
clause-S12 = 반복
clause-S13 = 매치
