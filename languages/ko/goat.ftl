# The short title of each clause of Goat.

clause-G1 = 자리와 편
clause-G2 = 카드 한 벌
clause-G3 = 서열과 점수
clause-G4 = 무엇이 무엇을 이기는가
clause-G5 = 카드 나누기
clause-G6 = 으뜸패
clause-G7 = 선과 딜러
clause-G8 = 내기
clause-G9 = 이기거나 버리기
clause-G10 = 이기기
clause-G11 = 버리기
clause-G12 = 트릭을 가져가는 사람
# uncertain: the Russian name is transcribed
clause-G13 = 몰로드카
clause-G14 = 두 개의 몰로드카
clause-G15 = 카드 뽑기
clause-G16 = 딜의 끝
clause-G17 = 벌점
clause-G18 = 달걀
clause-G19 = 시리즈에서 지는 것
clause-G20 = 보이지 않는 점수
